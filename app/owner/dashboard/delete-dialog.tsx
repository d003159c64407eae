import type { OwnListingSummary } from "../../domain/listings/listings.server.ts";
import { Answers, Question } from "../../platform/ui/feedback/dialog.tsx";
import { ownListingPath } from "./listing-tile.tsx";

export interface DeleteDialogProps {
  listing: Pick<OwnListingSummary, "id" | "title" | "pausedAt">;
}

/** Confirms a deletion once (spec §9), and offers a pause instead. */
export function DeleteDialog({ listing }: DeleteDialogProps) {
  return (
    <Question
      labelledBy="excluir"
      describedBy="excluir-aviso"
      closesTo={ownListingPath(listing.id)}
    >
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
          <button type="submit" className="btn btn--line">
            Cancelar
          </button>
        </form>
        <form method="post" action="/dashboard">
          <input type="hidden" name="intent" value="excluir" />
          <input type="hidden" name="id" value={listing.id} />
          <input type="hidden" name="confirmado" value="sim" />
          <button type="submit" className="btn btn--earth">
            Excluir anúncio
          </button>
        </form>
        {/* Phones show the last one first. */}
        {!listing.pausedAt && (
          <form method="post" action="/dashboard">
            <input type="hidden" name="id" value={listing.id} />
            <button type="submit" name="intent" value="pausar" className="btn">
              Pausar anúncio
            </button>
          </form>
        )}
      </Answers>
    </Question>
  );
}
