import styles from "./feeds.module.css";

/** The way to the calendar settings of each site. There are no pictures, because sites rename their buttons. */
const places: readonly [site: string, place: string, advice?: string][] = [
  ["Airbnb", "Calendário, o anúncio, Configurações, Disponibilidade, conexão de calendários."],
  [
    "Booking.com",
    "Extranet, Tarifas e disponibilidade, Sincronizar calendários.",
    "Ao exportar, escolha reservas e datas fechadas.",
  ],
  [
    "Vrbo",
    "O anúncio, Calendário, Importar e exportar.",
    "Ao importar, diga que bloqueia as datas.",
  ],
];

export function SiteSteps() {
  return (
    <details className={styles.steps}>
      <summary className="link">Onde fica em cada site?</summary>
      <p>“Exportar” dá o link para colar aqui; “importar” recebe o nosso endereço.</p>
      <ul>
        {places.map(([site, place, advice]) => (
          <li key={site}>
            <b>{site}:</b> {place} {advice}
          </li>
        ))}
      </ul>
      <p className="small soft">
        Eles leem só os dias que você marcou aqui, e podem levar até um dia. Para que um site saiba
        das reservas do outro, ligue os dois diretamente. Não achou? Fale com a gente.
      </p>
    </details>
  );
}
