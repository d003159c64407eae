import { type FormEvent, type RefObject, useEffect, useRef, useState } from "react";
import { isValidationRequest } from "../../platform/ui/forms/parse-form.ts";
import { abortAfter } from "../../platform/web/abort-after.ts";
import { draftPath } from "./drafts/draft-names.ts";
import type { PhotoTray, TraySnapshot } from "./photos/photo-tray.ts";

export interface Sending {
  /** True while the form waits for its photos, and for the site's word that it can be sent. */
  isWaiting: boolean;
  /** The reason that the form couldn't be sent. */
  obstacle: string | null;
  /** Number of times that the form was refused before it was sent. */
  refusals: number;
  /** Conform's `onSubmit`, which calls it once the fields are valid. */
  hold: (event: FormEvent<HTMLFormElement>) => void;
  /** The form's `onSubmit`; `submit` is Conform's. */
  send: (
    event: FormEvent<HTMLFormElement>,
    submit: (event: FormEvent<HTMLFormElement>) => void,
  ) => void;
}

/** Lets the browser send the ad's form after its photos, and once the site can be reached. */
export function useSending(
  form: RefObject<HTMLFormElement | null>,
  tray: PhotoTray,
  photos: TraySnapshot,
): Sending {
  const [step, setStep] = useState<"idle" | "waiting" | "clear">("idle");
  const isWaiting = step === "waiting";
  const [obstacle, setObstacle] = useState<string | null>(null);
  const [refusals, setRefusals] = useState(0);
  /** The button to press again at the end of the wait. */
  const usedButton = useRef<HTMLElement | null>(null);
  const isReady = useRef(false);

  useEffect(() => {
    if (!isWaiting || photos.pending > 0) return;
    void findObstacle().then((found) => {
      setObstacle(found);
      setStep(found ? "idle" : "clear");
    });
  }, [isWaiting, photos.pending]);

  // The browser presses the button only once React has unlocked it.
  useEffect(() => {
    if (step !== "clear") return;
    setStep("idle");
    isReady.current = true;
    // Safari has it since 16.
    if (form.current?.requestSubmit) form.current.requestSubmit(usedButton.current);
    else usedButton.current?.click();
    isReady.current = false;
  }, [form, step]);

  return {
    isWaiting,
    obstacle,
    refusals,
    hold(event) {
      const { pending, failed } = tray.getSnapshot();
      if (isReady.current && pending + failed === 0) return;
      event.preventDefault();
      setObstacle(null);
      if (failed > 0) return;
      tray.resumeAll();
      usedButton.current = (event.nativeEvent as SubmitEvent).submitter;
      setStep("waiting");
    },
    send(event, submit) {
      const isValidation = isValidationRequest(event.nativeEvent as SubmitEvent);
      if (isWaiting && !isValidation) return event.preventDefault();
      submit(event);
      if (!isValidation && event.defaultPrevented) setRefusals((count) => count + 1);
    },
  };
}

/** Lets the browser ask before the page is left with something unsaved. */
export function useLeaveQuestion(isUnsaved: () => boolean): void {
  const latest = useRef(isUnsaved);
  useEffect(() => {
    latest.current = isUnsaved;
  });
  useEffect(() => {
    const left = new AbortController();
    const warn = (event: BeforeUnloadEvent) => {
      if (latest.current()) event.preventDefault();
    };
    addEventListener("beforeunload", warn, { signal: left.signal });
    return () => left.abort();
  }, []);
}

/**
 * Says why the form can't be sent now; null if the site would take it. A form that is sent leaves the page, and an
 * error or the login would take the place of the typed text.
 */
async function findObstacle(): Promise<string | null> {
  try {
    const answer = await fetch(draftPath, { redirect: "manual", signal: abortAfter(20_000) });
    if (answer.status === 204) return null;
    if (answer.type === "opaqueredirect") {
      return "Você saiu da sua conta. Entre em outra aba e toque em Salvar de novo aqui.";
    }
  } catch {
    // The connection is lost.
  }
  return "Não conseguimos salvar agora. O que você escreveu continua aqui: confira a internet e tente de novo.";
}
