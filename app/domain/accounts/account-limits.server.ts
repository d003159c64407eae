import type { RouterContextProvider } from "react-router";
import { hour, type Limit, quarterHour, type Tries } from "../../platform/web/rate-limit.server.ts";
import { refuse } from "../../platform/web/refusal.ts";
import { siteContext } from "../../platform/web/site.server.ts";

export const loginsOfAddress: Limit = { name: "login-address", points: 50, duration: quarterHour };

/** Counts failed logins only. */
export const loginsOfPair: Limit = { name: "login-pair", points: 10, duration: quarterHour };

export const loginsOfEmail: Limit = { name: "login-email", points: 100, duration: quarterHour };

export const signUpsOfAddress: Limit = { name: "signup-address", points: 20, duration: hour };

export const resetsOfAddress: Limit = { name: "reset-address", points: 20, duration: hour };

export const passwordsOfUser: Limit = {
  name: "password-user",
  points: 10,
  duration: quarterHour,
};

export const emailChangesOfUser: Limit = { name: "email-change-user", points: 5, duration: hour };

export const editsOfUser: Limit = { name: "edit-user", points: 60, duration: hour };

export const tooManyEdits = refuse(
  "too-many-tries",
  "Você já salvou muitas mudanças nesta hora. Espere alguns minutos e salve de novo.",
  { status: 429 },
);

// Anyone may trigger these letters. A reset's link outlives the hour, so a refused owner has a valid one.
const lettersOfPair: Limit = { name: "letter-pair", points: 3, duration: hour };
export const lettersOfEmail: Limit = { name: "letter-email", points: 10, duration: hour };

/** E-mails that need the account's password, so strangers can't exhaust these. */
export const noticesOfEmail: Limit = { name: "notice-email", points: 10, duration: hour };

export const tooManyEmails = refuse(
  "too-many-emails",
  "Já enviamos vários e-mails para este endereço. Procure na caixa de entrada e no spam, ou tente de novo daqui a uma hora.",
  { status: 429 },
);

export function letterTries(context: Readonly<RouterContextProvider>, email: string): Tries {
  return triesFor(context, email, [lettersOfPair, lettersOfEmail]);
}

// Letters that open no account have a budget of their own: strangers who spend it block no reset.
const requestsOfPair: Limit = { name: "request-pair", points: 3, duration: hour };
const requestsOfEmail: Limit = { name: "request-email", points: 10, duration: hour };

/** Tries for letters that anyone may order to any address, such as an alert's. */
export function requestTries(context: Readonly<RouterContextProvider>, email: string): Tries {
  return triesFor(context, email, [requestsOfPair, requestsOfEmail]);
}

/** Counts against a mailbox from the visitor's network address, and against it from anywhere. */
function triesFor(
  context: Readonly<RouterContextProvider>,
  email: string,
  [ofPair, ofEmail]: [Limit, Limit],
): Tries {
  return [
    [ofPair, `${email} ${context.get(siteContext).clientAddress}`],
    [ofEmail, email],
  ];
}
