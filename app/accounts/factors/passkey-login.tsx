import { useEffect } from "react";
import { useNavigation, useSubmit } from "react-router";
import { Icon } from "../../ui/icon.tsx";
import { usePasskey } from "./use-passkey.ts";

/** Also offers passkeys among the suggestions of the e-mail field. */
export function PasskeyLogin() {
  const submit = useSubmit();
  const isSending = useNavigation().formMethod === "POST";
  const send = (chave: string) => submit({ intent: "passkey", chave }, { method: "post" });
  const { isOffered, isAsking, failure, ask } = usePasskey("entrar", send);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the page is ready
  useEffect(() => {
    if (!isOffered) return;
    let isHere = true;
    void import("./passkey-browser.ts")
      .then(({ awaitAutofill }) => awaitAutofill())
      .then((answer) => {
        if (isHere && answer?.ok) void send(answer.chave);
      });
    return () => {
      isHere = false;
    };
  }, [isOffered]);
  if (!isOffered) return null;
  return (
    <>
      {failure && (
        <p className="note note--earth" role="alert">
          <Icon name="circle-exclamation-point" />
          <b>{failure.message}</b>
        </p>
      )}
      <button
        type="button"
        className="btn btn--line"
        disabled={isSending}
        aria-busy={isAsking}
        onClick={() => ask(new FormData())}
      >
        Entrar com chave de acesso
      </button>
    </>
  );
}
