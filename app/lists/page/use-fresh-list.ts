import { useEffect } from "react";
import { useRevalidator } from "react-router";

/** Reads the list again when it comes back to the screen: others vote meanwhile, and change its dates. */
export function useFreshList(): void {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    const refresh = () => {
      if (document.visibilityState === "visible" && navigator.onLine) void revalidate();
    };
    document.addEventListener("visibilitychange", refresh);
    return () => document.removeEventListener("visibilitychange", refresh);
  }, [revalidate]);
}
