import { refuse } from "../../platform/web/refusal.ts";

/** The sentence of spec §8. */
export const signUpFailed = refuse("failed", "Ocorreu erro, por favor tente mais tarde.");

/** The sentence of spec §8. */
export const loginFailed = refuse("failed", "Ocorreu um erro, por favor tente mais tarde.");

export const emailTaken = refuse("email-taken", "E-mail já cadastrado!", "email");

/** Revealed only to those who know the password. */
export const accountBlocked = refuse(
  "blocked",
  "Esta conta está bloqueada. Escreva para a gente na página de contato para resolver.",
);

export const wrongPasswordMessage = "Senha incorreta.";

/** The link was used, has expired or never existed. */
export const deadLink = refuse("dead-link", "Este link não vale mais");
