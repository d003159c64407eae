import styles from "./position-field.module.css";

const pinSteps = ["Abra o link no Google Maps.", "Segure o dedo no telhado até cair um alfinete."];

const phones = [
  {
    name: "Android",
    steps: [...pinSteps, "Na busca, no alto, aparecem dois números: copie e cole aqui."],
  },
  {
    name: "iPhone",
    steps: [
      ...pinSteps,
      "Puxe para cima a ficha do alfinete, segure o dedo nos dois números, copie e cole aqui.",
    ],
  },
];

export interface ShortLinkHelpProps {
  isShown: boolean;
  /** True if the field's error has explained it already. */
  isExplained: boolean;
}

/** How to get coordinates instead of the short link that Google's app shares. */
export function ShortLinkHelp({ isShown, isExplained }: ShortLinkHelpProps) {
  return (
    <div role="status">
      {isShown && (
        <div className={styles.help} data-link-curto>
          {!isExplained && (
            <p>
              <b>Link curto não traz as coordenadas da casa.</b> Troque-o pelos dois números:
            </p>
          )}
          {phones.map(({ name, steps }) => (
            <div key={name}>
              <b>{`No ${name}`}</b>
              <ol>
                {steps.map((step) => (
                  <li key={step}>{step}</li>
                ))}
              </ol>
            </div>
          ))}
        </div>
      )}
    </div>
  );
}
