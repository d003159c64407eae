import styles from "./prose.module.css";
export interface ProseProps {
  html: string;
  className?: string;
}

export function Prose({ html, className }: ProseProps) {
  const all = className ? `${styles.prose} ${className}` : styles.prose;
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the site's own texts, with tags escaped
  return <div className={all} dangerouslySetInnerHTML={{ __html: html }} />;
}
