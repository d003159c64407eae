import type { MouseEvent } from "react";
import { showToast } from "../../ui/feedback/toast.tsx";
import { Icon } from "../../ui/icon.tsx";
import styles from "./poster.module.css";

export interface StoryProps {
  src: string;
  title: string;
  address: string;
}

const filename = "mar-de-minas.jpg";

/** A picture for WhatsApp's status and Instagram's stories, to share or, where that isn't possible, to save. */
export function Story({ src, title, address }: StoryProps) {
  async function share(event: MouseEvent) {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    // Without a share sheet, the link saves the picture.
    if (typeof navigator.canShare !== "function") return;
    event.preventDefault();
    try {
      // Kept since it was shown below: share sheets don't wait long after the tap.
      const answer = await fetch(src);
      if (!answer.ok) throw new Error(`the picture was answered with ${answer.status}`);
      const file = new File([await answer.blob()], filename, { type: "image/jpeg" });
      if (navigator.canShare({ files: [file] })) {
        await navigator.share({ files: [file], title, text: address });
      } else save(file);
    } catch (error) {
      if (error instanceof DOMException && error.name === "AbortError") return;
      const text = "Não conseguimos compartilhar. Toque em “Baixar” e tente pela galeria.";
      showToast({ kind: "error", text });
    }
  }
  return (
    <section className={styles.story} aria-labelledby="stories">
      <img src={src} width={1080} height={1920} loading="lazy" alt={`Imagem em pé: ${title}`} />
      <div className={styles.beside}>
        <h2 id="stories">Status e stories</h2>
        <p className="soft">
          No tamanho da tela do celular. No Instagram, ponha o link do anúncio com a figurinha
          “Link”.
        </p>
        <p className={styles.buttons}>
          <a className="btn" href={src} download={filename} onClick={share}>
            <Icon name="share-2" />
            Compartilhar
          </a>
          <a className="btn btn--line" href={src} download={filename}>
            Baixar
          </a>
        </p>
      </div>
    </section>
  );
}

function save(file: File): void {
  const url = URL.createObjectURL(file);
  Object.assign(document.createElement("a"), { href: url, download: file.name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
