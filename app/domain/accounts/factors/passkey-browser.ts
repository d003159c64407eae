/** Purposes of a passkey: log in, create one, or confirm who is at the browser. */
export type PasskeyPurpose = "entrar" | "criar" | "confirmar";

/** `field` is the form's control that the message is about. */
export type PasskeyAnswer =
  | { ok: true; chave: string }
  | { ok: false; message: string | null; field?: string };

const failed = "Não deu para usar a chave de acesso. Tente de novo ou use a senha.";
const offline = "Não conseguimos falar com o site. Confira a internet e tente de novo.";

let latestAsk = 0;
let openAsk: AbortController | undefined;

/**
 * Asks the site for a challenge, then the person for their passkey. The browser asks for one passkey at a
 * time, so a late suggestion doesn't replace the dialog that a button has opened.
 */
export async function askForPasskey(
  purpose: PasskeyPurpose,
  form: FormData,
  { fromAutofill = false } = {},
): Promise<PasskeyAnswer> {
  latestAsk += 1;
  const ask = latestAsk;
  const body = new URLSearchParams({ finalidade: purpose });
  const password = form.get("currentPassword");
  if (purpose === "criar" && typeof password === "string") body.set("currentPassword", password);
  let offer: Response;
  try {
    offer = await fetch("/chaves-de-acesso", { method: "POST", body });
  } catch {
    return { ok: false, message: offline };
  }
  const answer = await offer.json().catch(() => ({ message: offline }));
  if (!offer.ok) return { ok: false, ...answer };
  if (fromAutofill && ask !== latestAsk) return { ok: false, message: null };
  try {
    openAsk?.abort();
    openAsk = new AbortController();
    const { signal } = openAsk;
    const credential = await (purpose === "criar"
      ? navigator.credentials.create({
          publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(answer),
          signal,
        })
      : navigator.credentials.get({
          publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(answer),
          mediation: fromAutofill ? "conditional" : "optional",
          signal,
        }));
    return { ok: true, chave: JSON.stringify(credential) };
  } catch (error) {
    return { ok: false, message: explain(error) };
  }
}

/** Explains a failure; null if the person closed the dialog: they know. */
function explain(error: unknown): string | null {
  const name = error instanceof Error ? error.name : "";
  if (name === "InvalidStateError") return "Este aparelho já tem uma chave de acesso desta conta.";
  return name === "NotAllowedError" || name === "AbortError" ? null : failed;
}

/** Resolves once a passkey was chosen among the suggestions of the e-mail field; may never. */
export async function awaitAutofill(): Promise<PasskeyAnswer | null> {
  if (!(await PublicKeyCredential.isConditionalMediationAvailable())) return null;
  return askForPasskey("entrar", new FormData(), { fromAutofill: true });
}
