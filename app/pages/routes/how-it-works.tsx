import { Link } from "react-router";
import type { StillHandle } from "../../hand-off.ts";
import { PageHead } from "../../ui/page-head.tsx";
import { pageMeta } from "../../ui/page-meta.ts";
import { Prose } from "../../ui/prose.tsx";
import { Scene } from "../../ui/scene.tsx";
import { howItWorks } from "../pages.server.ts";
import type { Route } from "./+types/how-it-works.ts";
import "../how-it-works.css";

export const handle = { still: true } satisfies StillHandle;

export function loader() {
  return howItWorks;
}

export function meta(args: Route.MetaArgs): Route.MetaDescriptors {
  const { title, description } = args.loaderData;
  return pageMeta(args, { title, description });
}

export default function HowItWorks({ loaderData }: Route.ComponentProps) {
  const { title, description, parts } = loaderData;
  return (
    <div className="wrap page how">
      <PageHead title={title} lead={description} />
      <div className="way">
        <ol className="steps">
          {parts.map((step) => (
            <li key={step.title}>
              <div>
                <h2>{step.title}</h2>
                <Prose html={step.html} />
              </div>
            </li>
          ))}
        </ol>
        <aside aria-label="Comece agora">
          <Scene name="varanda" alt="" sizes="(min-width: 60rem) 28rem, 100vw" />
          <div className="water">
            <p>Grátis por 6 meses para os primeiros anunciantes.</p>
            <Link className="btn btn--big" to="/register">
              Criar minha conta
            </Link>
            <Link className="btn btn--big btn--line" to="/plans">
              Ver os planos
            </Link>
          </div>
        </aside>
      </div>
    </div>
  );
}
