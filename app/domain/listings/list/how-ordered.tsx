import { Link } from "../../../platform/ui/link.tsx";

/** Stands beside each list's order, in the look of the text around it. */
export function HowOrdered() {
  return <Link to="/como-ordenamos">Como ordenamos</Link>;
}
