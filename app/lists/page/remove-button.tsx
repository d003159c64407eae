import { Form } from "react-router";
import { Icon } from "../../ui/icon.tsx";
import styles from "./remove-button.module.css";

export interface RemoveButtonProps {
  postId: string;
  title: string;
  /** True for a plain button, which replaces the heart on a photo otherwise. */
  plain?: boolean;
}

export function RemoveButton({ postId, title, plain = false }: RemoveButtonProps) {
  return (
    <Form className={plain ? undefined : styles.corner} method="post" preventScrollReset>
      <input type="hidden" name="intent" value="tirar" />
      <button
        type="submit"
        name="anuncio"
        value={postId}
        className={plain ? "btn btn--line" : styles.heart}
        aria-label={`Tirar da lista: ${title}`}
      >
        {plain ? "Tirar da lista" : <Icon name="heart" />}
      </button>
    </Form>
  );
}
