import styles from "./help.module.css";

/** Says where to turn if the help doesn't help. */
export function HelpContact() {
  return (
    <p className={styles.contact}>
      Não achou, ou algo deu errado?{" "}
      <a className="link" href="/contato">
        Fale com a gente
      </a>
    </p>
  );
}
