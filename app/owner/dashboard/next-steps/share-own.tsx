import { useFetcher } from "react-router";
import { ShareLink } from "../../../ui/share-link.tsx";

export interface ShareOwnProps {
  id: string;
  title: string;
  siteUrl: string;
  className: string;
  describedBy?: string;
}

/** Shares one's own ad, which ends that step; without script it is a link to WhatsApp. */
export function ShareOwn({ id, title, siteUrl, className, describedBy }: ShareOwnProps) {
  const fetcher = useFetcher();
  return (
    <ShareLink
      url={`${siteUrl}/posts/${id}`}
      text={title}
      className={className}
      describedBy={describedBy}
      onShare={() =>
        void fetcher.submit(
          { intent: "compartilhado", id },
          { method: "post", action: "/dashboard" },
        )
      }
    />
  );
}
