/** Takes the saves and the discarding of a new ad's form, and answers whether a form can be sent. */
export const draftPath = "/posts/create/rascunho";

/** Control with the form as JSON. */
export const savedFormName = "conteudo";

export const discardName = "apagar";
