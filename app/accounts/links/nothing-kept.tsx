import type { ReactNode } from "react";
import { Link } from "react-router";
import { AccountPage } from "../account-form.tsx";

export interface NothingKeptProps {
  title: string;
  children: ReactNode;
}

/** Where a visitor's link leads once what it was for has been erased, by its own button or otherwise. */
export function NothingKept({ title, children }: NothingKeptProps) {
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
