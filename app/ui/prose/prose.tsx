import styles from "./prose.module.css";
export interface ProseProps {
  /** Finished HTML, made on the server from the site's own texts. */
  html: string;
  className?: string;
}

/** A text to be read, at a reading width. */
export function Prose({ html, className }: ProseProps) {
  const all = className ? `${styles.prose} ${className}` : styles.prose;
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the site's own texts, tags in them escaped
  return <div className={all} dangerouslySetInnerHTML={{ __html: html }} />;
}
