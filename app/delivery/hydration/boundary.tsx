import { createContext, type ReactNode, Suspense, useContext } from "react";

/** False while the server renders a page again to surface an error that a boundary swallowed. */
export const BoundaryContext = createContext(true);

/** Hydrates separately, so that touching the frame around it makes React hydrate only that frame. */
export function HydrationBoundary({ children }: { children: ReactNode }) {
  return useContext(BoundaryContext) ? <Suspense>{children}</Suspense> : children;
}
