import { Icon } from "../../ui/icon.tsx";
import type { IconName } from "../../ui/icon-names.ts";
import { Link } from "../../ui/link.tsx";
import { pixPath } from "../plans/payment-ways.ts";
import { contactPath } from "../plans/plan-request.ts";
import { PlanSentence } from "../plans/plan-sentence.tsx";
import type { PaymentNotice } from "./payment-notice.ts";
import styles from "./payment-notices.module.css";

export interface PaymentNoticesProps {
  notices: readonly PaymentNotice[];
  /** Class of each, in place of a note's. */
  className?: string | undefined;
}

/** Says what has become of the payments that an advertiser told of. */
export function PaymentNotices({ notices, className }: PaymentNoticesProps) {
  return notices.map(({ orderId, plano, por, kind, text, detail }) => (
    <div key={orderId} className={className ?? `note ${colours[kind]} ${styles.notice}`}>
      <Icon name={icons[kind]} />
      <div>
        <p>
          <strong>
            <PlanSentence>{text}</PlanSentence>
          </strong>
        </p>
        <p>{detail}</p>
        {kind !== "waiting" && (
          <p>
            <Link className="link" to={contactPath({ plano, por })}>
              Falar com a gente
            </Link>
            {kind === "missing" && (
              <>
                {" ou "}
                <Link className="link" to={pixPath(plano, por)}>
                  gerar outro código
                </Link>
              </>
            )}
          </p>
        )}
      </div>
    </div>
  ));
}

const icons: Record<PaymentNotice["kind"], IconName> = {
  waiting: "circle-check",
  late: "clock",
  missing: "circle-exclamation-point",
};

const colours: Record<PaymentNotice["kind"], string> = {
  waiting: "note--leaf",
  late: "",
  missing: "note--earth",
};
