import { useEffect, useState } from "react";
import type { PasskeyAnswer } from "./passkey-browser.ts";
import type { PasskeyPurpose } from "./passkey-purpose.ts";

interface PasskeyButton {
  /** False on the server, and where the browser has no passkeys. */
  isOffered: boolean;
  isAsking: boolean;
  failure: { message: string; field?: string } | null;
  /** Calls `onAnswer` with the passkey's answer, to be sent as `chave`. */
  ask: (form: FormData) => Promise<void>;
}

export function usePasskey(
  purpose: PasskeyPurpose,
  onAnswer: (chave: string) => unknown,
): PasskeyButton {
  const [isOffered, setIsOffered] = useState(false);
  const [isAsking, setIsAsking] = useState(false);
  const [failure, setFailure] = useState<PasskeyButton["failure"]>(null);
  useEffect(() => setIsOffered("PublicKeyCredential" in window), []);
  function take(answer: PasskeyAnswer): void {
    if (answer.ok) onAnswer(answer.chave);
    else setFailure(answer.message === null ? null : { ...answer, message: answer.message });
  }
  async function ask(form: FormData): Promise<void> {
    setIsAsking(true);
    setFailure(null);
    try {
      const { askForPasskey } = await import("./passkey-browser.ts");
      take(await askForPasskey(purpose, form));
    } finally {
      setIsAsking(false);
    }
  }
  return { isOffered, isAsking, failure, ask };
}
