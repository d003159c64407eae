import { Icon } from "../ui/icon.tsx";
import { Link } from "../ui/link.tsx";
import styles from "./plan-cards.module.css";

interface PlanOffer {
  id: string;
  name: string;
  about: string;
  carries: readonly string[];
  /** Included in this plan only; highlighted. */
  extras: readonly string[];
  free: string | null;
  price: string;
  per: string | null;
  below: string;
}

const everyPlan = [
  "Anúncio localizado no mapa",
  "Anúncio na página de busca",
  "Cancele quando quiser",
];

/** Spec §9. */
const offers: readonly PlanOffer[] = [
  {
    id: "gratis",
    name: "Grátis",
    about: "Oferta limitada aos primeiros anunciantes.",
    carries: [...everyPlan, "1 anúncio"],
    extras: [],
    free: null,
    price: "R$ 0",
    per: null,
    below: "Grátis por 6 meses",
  },
  {
    id: "basico",
    name: "Básico",
    about: "Para quem tem um rancho.",
    carries: [...everyPlan, "1 anúncio"],
    extras: [],
    free: "Primeiros 30 dias grátis",
    price: "R$ 25,00",
    per: "por mês",
    below: "ou R$ 250,00 por ano",
  },
  {
    id: "profissional",
    name: "Profissional",
    about: "Para quem vive disso.",
    carries: everyPlan,
    extras: [
      "Anúncio em destaque",
      "Publicação no Facebook",
      "Publicação no Instagram",
      "Até 2 anúncios",
    ],
    free: "Primeiros 30 dias grátis",
    price: "R$ 80,00",
    per: "por mês",
    below: "ou R$ 800,00 por ano",
  },
];

/** The better the plan, the higher the water on its card (spec §2). */
export function PlanCards() {
  return (
    <div className={styles.plans}>
      {offers.map(({ id, name, about, carries, extras, free, price, per, below }) => (
        <section
          key={id}
          className={extras.length > 0 ? `${styles.plan} ${styles.best}` : styles.plan}
          aria-labelledby={id}
        >
          <div className={styles.land}>
            <h2 id={id}>{name}</h2>
            <p>{about}</p>
            <FeatureList items={carries} />
          </div>
          <div className={`${styles.lake} water`}>
            {extras.length > 0 && <FeatureList items={extras} />}
            {free && <p>{free}</p>}
            <p className={styles.pay}>
              <b>
                {price} {per && <small>{per}</small>}
              </b>
              <span>{below}</span>
            </p>
            <Link className="btn btn--big" to="/contato">
              Cadastrar<span className="visually-hidden"> no plano {name}</span>
            </Link>
          </div>
        </section>
      ))}
    </div>
  );
}

function FeatureList({ items }: { items: readonly string[] }) {
  return (
    <ul>
      {items.map((item) => (
        <li key={item}>
          <Icon name="check" />
          {item}
        </li>
      ))}
    </ul>
  );
}
