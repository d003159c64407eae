/** Says that its sender accepts that 'Conferido' goes. */
export const losesCheckName = "perdeMarca";

/** The button for a save that ends a check; `formId` where it stands outside the form. */
export function LoseCheck({ formId }: { formId?: string }) {
  return (
    <button type="submit" form={formId} className="btn btn--line" name={losesCheckName} value="sim">
      Salvar e perder a marca
    </button>
  );
}
