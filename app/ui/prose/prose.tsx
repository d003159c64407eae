import "./prose.css";

export interface ProseProps {
  /** Finished HTML, made on the server from the site's own texts. */
  html: string;
  className?: string;
}

/** A text to be read, at a reading width. */
export function Prose({ html, className }: ProseProps) {
  const all = className ? `prose ${className}` : "prose";
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the site's own texts, tags in them escaped
  return <div className={all} dangerouslySetInnerHTML={{ __html: html }} />;
}
