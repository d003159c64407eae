/** What a passkey is for: to log in, to create one, or to confirm who is at the browser. */
export type PasskeyPurpose = "entrar" | "criar" | "confirmar";
