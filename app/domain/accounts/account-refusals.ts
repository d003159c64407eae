import { refuse } from "../../platform/web/refusal.ts";

/** The sentence of spec §8. */
export const signUpFailed = refuse("failed", "Ocorreu erro, por favor tente mais tarde.", {
  status: 503,
});

/** The sentence of spec §8. */
export const loginFailed = refuse("failed", "Ocorreu um erro, por favor tente mais tarde.", {
  status: 503,
});

export const emailTaken = refuse("email-taken", "E-mail já cadastrado!", { field: "email" });

/** Revealed only to those who know the password. */
export const accountBlocked = refuse(
  "blocked",
  "Esta conta está bloqueada. Escreva para a gente na página de contato para resolver.",
  { status: 403 },
);

export const wrongPasswordMessage = "Senha incorreta.";

/** The link was used, has expired or never existed. */
export const deadLink = refuse("dead-link", "Este link não vale mais", { status: 410 });
