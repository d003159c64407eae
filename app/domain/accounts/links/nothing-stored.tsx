import type { ReactNode } from "react";
import { Link } from "../../../platform/ui/link.tsx";
import { AccountPage } from "../account-form.tsx";

export interface NothingStoredProps {
  title: string;
  children: ReactNode;
}

/** The page of a visitor's link after its alert, question or testimonial has been erased. */
export function NothingStored({ title, children }: NothingStoredProps) {
  return (
    <AccountPage
      title={title}
      lead={children}
      picture="lago-amanhecer"
      otherwise={
        <Link className="link" to="/search">
          Buscar ranchos e casas
        </Link>
      }
    />
  );
}
