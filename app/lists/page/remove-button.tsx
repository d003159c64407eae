import { Form } from "react-router";
import styles from "./remove-button.module.css";

export interface RemoveButtonProps {
  postId: string;
  title: string;
}

export function RemoveButton({ postId, title }: RemoveButtonProps) {
  return (
    <Form className={styles.remove} method="post" preventScrollReset>
      <input type="hidden" name="intent" value="tirar" />
      <button
        type="submit"
        name="anuncio"
        value={postId}
        className="link"
        aria-label={`Tirar da lista: ${title}`}
      >
        Tirar da lista
      </button>
    </Form>
  );
}
