import * as z from "zod/mini";

const invisible = /[\p{Default_Ignorable_Code_Point}\p{Cf}\u2800]/u;

/** Characters that belong to the emoji before them. */
const emojiJoiners = /([\p{Extended_Pictographic}\p{Emoji_Modifier}])[\uFE0F\u200D]+/gu;

/** Rejects characters that nobody sees, and those that turn the reading direction. */
export const visibleCheck = z.refine<string>(
  (text) => !invisible.test(text.replace(emojiJoiners, "$1")),
  "Há um caractere invisível aqui. Apague tudo e digite de novo.",
);

/**
 * Finds a dot between letters, as e-mail programs turn "mar.com" into a link; also the wide forms.
 */
const address = /:\/\/|www\.|@|[\p{L}\d]\.\p{L}{2}/iu;

/** The site shows and sends names as its own words: they lead nowhere. */
export const noAddressCheck = z.refine<string>(
  (text) => !address.test(text.normalize("NFKC").replaceAll("。", ".")),
  "O nome não pode ter endereço de site nem de e-mail. Depois de um ponto, deixe um espaço.",
);
