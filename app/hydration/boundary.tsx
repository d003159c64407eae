import { createContext, type ReactNode, Suspense, useContext } from "react";

/** False while the server looks for an error that a boundary hid. */
export const BoundaryContext = createContext(true);

/** Hydrated by itself: a touch of what is around it makes React hydrate at once only the latter. */
export function HydrationBoundary({ children }: { children: ReactNode }) {
  return useContext(BoundaryContext) ? <Suspense>{children}</Suspense> : children;
}
