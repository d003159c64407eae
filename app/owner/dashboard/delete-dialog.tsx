import { Form, useNavigation } from "react-router";
import type { OwnListingSummary } from "../../listings/listings.server.ts";
import { Answers, Dialog } from "../../ui/feedback/dialog.tsx";
import { LoadingWaves } from "../../ui/feedback/loading-waves.tsx";

export interface DeleteDialogProps {
  listing: Pick<OwnListingSummary, "id" | "title" | "pausedAt">;
  onClose: () => void;
}

/** Confirms a deletion once (spec §9), and offers a pause instead. Works as a plain form. */
export function DeleteDialog({ listing, onClose }: DeleteDialogProps) {
  const isBusy = useNavigation().formData?.get("intent") === "excluir";
  return (
    <Dialog labelledBy="excluir" describedBy="excluir-aviso" isHeld={isBusy} onClose={onClose}>
      <h2 id="excluir">Excluir este anúncio?</h2>
      <p id="excluir-aviso">
        “{listing.title}” e as fotos saem do site na hora. Não dá para desfazer.
      </p>
      {!listing.pausedAt && (
        <p>
          Vai voltar a alugar? Em pausa ninguém o vê, e fotos, textos e calendário ficam guardados.
        </p>
      )}
      <Answers>
        <form method="dialog">
          <button type="submit" className="btn btn--line" disabled={isBusy}>
            Cancelar
          </button>
        </form>
        <Form method="post" action="/dashboard" preventScrollReset>
          <input type="hidden" name="intent" value="excluir" />
          <input type="hidden" name="id" value={listing.id} />
          <input type="hidden" name="confirmado" value="sim" />
          <button type="submit" className="btn btn--earth" disabled={isBusy} aria-busy={isBusy}>
            {isBusy && <LoadingWaves />}
            {isBusy ? "Aguarde..." : "Excluir anúncio"}
          </button>
        </Form>
        {/* Phones show the last one first. */}
        {!listing.pausedAt && (
          <Form method="post" action="/dashboard" preventScrollReset>
            <input type="hidden" name="id" value={listing.id} />
            <button type="submit" name="intent" value="pausar" className="btn" disabled={isBusy}>
              Pausar anúncio
            </button>
          </Form>
        )}
      </Answers>
    </Dialog>
  );
}
