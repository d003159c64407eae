import type { ReactNode } from "react";
import styles from "../feeds.module.css";

type Steps = readonly [string, string, string];

type SitesSteps = readonly (readonly [site: string, steps: Steps])[];

/** Where each site gives its calendar's address. Sites rename their buttons, hence no pictures. */
export const stepsToCopy: SitesSteps = [
  [
    "Airbnb",
    [
      "Abra o Calendário, escolha o anúncio e entre em Configurações, Disponibilidade.",
      "Na sincronização (ou conexão) de calendários, toque em exportar o calendário do Airbnb.",
      "Copie o link e cole aqui.",
    ],
  ],
  [
    "Booking.com",
    [
      "Na extranet, abra Tarifas e disponibilidade, depois Sincronizar calendários.",
      "Nas opções para exportar, escolha reservas e datas fechadas, e salve.",
      "Adicione uma conexão, pule o passo de importar, copie o link e cole aqui.",
    ],
  ],
  [
    "Vrbo",
    [
      "Abra o anúncio e entre em Calendário.",
      "Toque em Importar e exportar, depois em exportar.",
      "Copie o link e cole aqui.",
    ],
  ],
];

/** Where each site takes ours. */
export const stepsToPaste: SitesSteps = [
  [
    "Airbnb",
    [
      "Abra o Calendário, escolha o anúncio e entre em Configurações, Disponibilidade.",
      "Na sincronização (ou conexão) de calendários, toque em importar e cole o endereço daqui.",
      "Dê o nome Mar de Minas e confirme.",
    ],
  ],
  [
    "Booking.com",
    [
      "Na extranet, abra Tarifas e disponibilidade, depois Sincronizar calendários.",
      "Adicione uma conexão de calendário e cole o endereço daqui.",
      "Dê o nome Mar de Minas e vá até o fim.",
    ],
  ],
  [
    "Vrbo",
    [
      "Abra o anúncio e entre em Calendário, Importar e exportar.",
      "Toque em importar e cole o endereço daqui.",
      "Dê o nome Mar de Minas, diga que ele bloqueia as datas e confirme.",
    ],
  ],
];

export interface SiteStepsProps {
  question: string;
  steps: SitesSteps;
  children?: ReactNode;
}

export function SiteSteps({ question, steps, children }: SiteStepsProps) {
  return (
    <details className={styles.steps}>
      <summary className="link">{question}</summary>
      {steps.map(([site, lines]) => (
        <div key={site}>
          <h4>{site}</h4>
          <ol>
            {lines.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ol>
        </div>
      ))}
      {children && <p>{children}</p>}
      <p className="small soft">
        Os sites mudam os nomes dos botões. Se não achar, fale com a gente.
      </p>
    </details>
  );
}
