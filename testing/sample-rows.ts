/** One row of every table, as the program writes them; `n` makes unique values differ. */
export function sampleRows(n: number): [table: string, row: Record<string, unknown>][] {
  const id = (kind: number) =>
    `${String(kind).padStart(8, "0")}-0000-4000-8000-${String(n).padStart(12, "0")}`;
  const [uid, postId, photoId, memberId] = [id(1), id(2), id(3), id(8)];
  const listCode = String(n).padStart(22, "0");
  return [
    ["users", { id: uid, displayName: "Maria", email: `maria${n}@example.com` }],
    ["sessions", { userId: uid, token: `s${n}`, expiresAt: "2027-01-01T00:00:00Z" }],
    ["accounts", { userId: uid, accountId: uid, providerId: "credential", password: "hash" }],
    ["verifications", { identifier: `i${n}`, value: uid, expiresAt: "2027-01-01T00:00:00Z" }],
    ["passkeys", { credentialId: `k${n}`, userId: uid, publicKey: "key" }],
    ["authenticators", { userId: uid, secret: "secret" }],
    ["recovery_codes", { userId: uid, codeHash: "hash" }],
    ["outbox", { content: { kind: "letter", to: "a@example.com", subject: "s", text: "t" } }],
    ["rate_limits", { key: `login:${n}`, points: 1, expire: 1 }],
    [
      "posts",
      {
        id: postId,
        uid,
        title: "Rancho",
        body: "Na beira.",
        valorFds: "2400",
        valorDiaria: "950",
        minimoNoites: 2,
        fdsInteiro: true,
        telefone: "37900010264",
        localizacao: "Turvo",
        createdBy: "Maria",
        lazer: ["Sauna"],
        quantidadeMaximaPessoas: 8,
      },
    ],
    ["listing_checks", { postId, endedAt: "2026-11-22T12:00:00Z", endedBy: ["telefone"] }],
    ["deleted_posts", { id: id(4), localizacao: "Turvo", uid }],
    ["unavailable_days", { postId, day: "2026-12-24" }],
    [
      "seasons",
      { postId, temporada: "Réveillon", de: "2026-12-28", ate: "2027-01-03", pacote: "6000" },
    ],
    [
      "feeds",
      { id: id(13), postId, nome: "Airbnb", endereco: "https://example.com/calendario.ics" },
    ],
    ["double_bookings", { postId, otherId: id(13), de: "2026-12-24", ate: "2026-12-25" }],
    ["stay_notes", { postId, de: "2026-12-24", ate: "2026-12-26", hospede: "Ana" }],
    ["listing_changes", { id: id(7) }],
    ["uploads", { id: id(5), uid, draft: id(6), filename: "a.jpg" }],
    [
      "photos",
      {
        id: photoId,
        uid,
        postId,
        position: 0,
        key: `imoveis/${n}`,
        width: 800,
        height: 600,
        widths: [400, 800],
        color: "#336677",
        // No trigger adds a comparison of its own.
        illustration: true,
      },
    ],
    ["photo_comparisons", { photoId }],
    ["photo_hashes", { photoId, crop: 0, hash: "01".repeat(32) }],
    ["photo_copies", { earlierId: photoId, laterId: photoId, likeness: 100 }],
    ["listing_drafts", { uid, draft: id(6), typedAt: "2026-11-22T12:00:00Z" }],
    ["database_mark", { id: id(10) }],
    ["mailed_site", { siteUrl: "https://mardeminas.example", siteEmail: "site@example.com" }],
    ["ended_rows", { kind: "users", hash: String(n).padStart(64, "0") }],
    ["searches", { day: "2026-11-22", localizacao: "Turvo", asked: `pessoas=${n}`, n: 3 }],
    ["visits", { postId, day: "2026-11-22", kind: "visita", n: 3 }],
    [
      "questions",
      {
        postId,
        uid,
        title: "Rancho",
        nome: "Ana",
        email: "a@example.com",
        mensagem: "Está livre?",
      },
    ],
    [
      "plan_orders",
      { uid, plano: "basico", por: "mes", cents: 2500, txid: `T${n}`, endsOn: "2026-12-03" },
    ],
    [
      "testimonials",
      { id: id(12), postId, entrada: "2026-10-09", saida: "2026-10-12", inviterHash: "hash" },
    ],
    ["reports", { postId, uid, title: "Rancho", motivo: "fotos" }],
    ["staff", { userId: uid }],
    ["job_runs", { job: `job${n}` }],
    ["audit_log", { actor: "terminal", action: "plano" }],
    [
      "lists",
      { code: listCode, nome: "Réveillon", creatorKeyHash: "hash", lastVisitOn: "2026-11-22" },
    ],
    // The card comes before the list's items, which would add it by themselves.
    ["share_cards", { listCode, changes: 2 }],
    ["list_items", { listCode, postId, title: "Rancho" }],
    ["list_members", { id: memberId, listCode, nome: "Ana", keyHash: "hash" }],
    ["list_votes", { memberId, listCode, postId, quer: true }],
    ["alerts", { id: id(11), email: `bia${n}@example.com`, endsOn: "2027-01-01" }],
    ["alert_hits", { alertId: id(11), postId }],
    ["alert_events", { postId, published: true }],
    ["vitals", { day: "2026-11-01", route: "/", metric: "LCP", bucket: n, count: 1 }],
  ];
}
