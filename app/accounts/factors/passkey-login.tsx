import { useEffect } from "react";
import { useNavigation, useSubmit } from "react-router";
import { Icon } from "../../ui/icon.tsx";
import { PasskeyButton } from "./passkey-button.tsx";
import { usePasskey } from "./use-passkey.ts";

/** Rendered only where the browser has passkeys; also offers them in the e-mail field. */
export function PasskeyLogin() {
  const submit = useSubmit();
  const isSending = useNavigation().formMethod === "POST";
  const send = (chave: string) => submit({ intent: "passkey", chave }, { method: "post" });
  const { isAsking, failure, ask } = usePasskey("entrar", send);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the page is ready
  useEffect(() => {
    let isHere = true;
    void import("./passkey-browser.ts")
      .then(({ awaitAutofill }) => awaitAutofill())
      .then((answer) => {
        if (isHere && answer?.ok) void send(answer.chave);
      });
    return () => {
      isHere = false;
    };
  }, []);
  return (
    <>
      {failure && (
        <p className="note note--earth" role="alert">
          <Icon name="circle-exclamation-point" />
          <b>{failure.message}</b>
        </p>
      )}
      <PasskeyButton
        disabled={isSending}
        aria-busy={isAsking}
        onClick={() => ask(new FormData())}
      />
    </>
  );
}
