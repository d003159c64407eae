/** Says that its sender accepts losing the mark 'Conferido'. */
export const losesMarkName = "perdeMarca";

/** The button for a save that ends a check; `formId` where it stands outside the form. */
export function LoseMark({ formId }: { formId?: string }) {
  return (
    <button type="submit" form={formId} className="btn btn--line" name={losesMarkName} value="sim">
      Salvar e perder a marca
    </button>
  );
}
