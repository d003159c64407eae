/** Letters of other alphabets that look like Latin ones, in both cases where both do. */
const lookalikes: Record<string, string> = Object.fromEntries(
  [
    // Cyrillic
    ["АВЕЅІЈКМНОРСТУХҮԚԜ", "ABESIJKMHOPCTYXYQW"],
    ["аеѕіјорсухүԁԛԝһ", "aesijopcyxydqwh"],
    // Greek
    ["ΑΒΕΖΗΙΚΜΝΟΡΤΥΧ", "ABEZHIKMNOPTYX"],
    ["αικνορτυχγ", "aikvoptuxy"],
    // Latin, but other letters
    ["ıɑɡ", "iag"],
  ].flatMap(([foreign = "", latin = ""]) =>
    [...foreign].map((letter, index) => [letter, latin[index] ?? letter]),
  ),
);

/** True if two names read the same, regardless of case, accents, spaces and look-alike letters. */
export function isSameName(one: string, other: string): boolean {
  const [first, second] = [plain(one), plain(other)];
  return first.toLowerCase() === second.toLowerCase() || shape(first) === shape(second);
}

/**
 * Writes a name in Latin letters without marks. Other alphabets stay, except for their look-alikes.
 */
function plain(name: string): string {
  const bare = name.normalize("NFKD").replace(/[\p{M}\p{Default_Ignorable_Code_Point}]/gu, "");
  const latin = [...bare].map((letter) => lookalikes[letter] ?? letter).join("");
  return latin.replace(/\s+/gu, " ").trim();
}

/** Keeps case, which matters here: a small L looks like a capital I, and Lara isn't Iara. */
function shape(name: string): string {
  return name.replace(/[I1|]/g, "l").replaceAll("0", "O");
}
