/**
 * What an address has in common with those that its owner can make up without another mailbox: the part
 * before the @, without dots, digits, and what follows a plus. Null if too little remains to tell.
 */
function emailPattern(email: string): string | null {
  const [local = ""] = email.toLowerCase().split("@");
  const letters = local.replace(/\+.*$/, "").replace(/[^\p{L}]/gu, "");
  return letters.length >= minLetters ? letters : null;
}

const minLetters = 4;

/** Tells whether two addresses may be one person's. */
export function isSamePerson(one: string, other: string): boolean {
  if (one.toLowerCase() === other.toLowerCase()) return true;
  const pattern = emailPattern(one);
  return pattern !== null && pattern === emailPattern(other);
}
