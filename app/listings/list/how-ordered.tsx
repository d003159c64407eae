import { Link } from "../../ui/link.tsx";

/** Stands beside each list's order. */
export function HowOrdered() {
  return (
    <Link className="link" to="/como-ordenamos">
      Como ordenamos
    </Link>
  );
}
