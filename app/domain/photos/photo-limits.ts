import { enumerate } from "../../platform/ui/words.ts";

/** The limit of spec §9. */
export const maxPhotosPerListing = 10;

export const maxPhotoBytes = 25 * 1024 * 1024;

/** Larger files are sent in chunks (spec §9). */
export const singleRequestBytes = 262_144;

/** The sentence of spec §5. */
export const noImageMessage = "Por favor, selecione ao menos uma imagem.";

export const tooManyPhotosMessage = `Cada anúncio leva até ${maxPhotosPerListing} fotos.`;

export const photoTooLargeMessage =
  "A foto passa de 25 MB. Mande a sua para você mesmo no WhatsApp e salve a que chegar, que é menor. Para as próximas, escolha 12 MP na câmera; no iPhone, em Ajustes, Câmera, Formatos, desligue “Apple ProRAW”.";

export const notAnImageMessage =
  "O arquivo não é uma imagem que possamos ler. Envie JPEG, PNG, WebP ou AVIF.";

/** Also says how to send a JPEG: camera apps of Samsung and Apple can be told to keep one. */
export const heicMessage =
  "Não conseguimos abrir fotos em HEIC. Mande a sua para você mesmo no WhatsApp e salve a que chegar: ela vira JPEG. Para as próximas, desligue “Imagens de alta eficiência” na câmera do Samsung; no iPhone, em Ajustes, Câmera, Formatos, escolha “Mais compatível”.";

/** Shown for failures that aren't the photo's fault (spec §8). */
export const uploadFailure = "Erro ao fazer o upload da imagem";

export const damagedPhotoMessage =
  "A foto está incompleta ou danificada. Abra-a no celular, faça uma captura da tela e envie a captura, ou escolha outra foto.";

/** Far above any phone's resolution. */
export const maxPhotoPixels = 100_000_000;

export const tooManyPixelsMessage =
  "A foto passa de 100 megapixels, como as panorâmicas muito longas. Mande a sua para você mesmo no WhatsApp e salve a que chegar, que é menor, ou recorte-a na Galeria.";

/** The refusal of photos beyond the tenth, by the names of their files. */
export function describeLeftOut(names: readonly string[]): string {
  const were = names.length === 1 ? "Ficou" : "Ficaram";
  return `${tooManyPhotosMessage} ${were} de fora: ${enumerate(names)}.`;
}
