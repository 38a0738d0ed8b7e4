/** The commands of `npm run release`. */
export type CommandName =
  | 'publish'
  | 'pack'
  | 'promote'
  | 'copy'
  | 'rollback'
  | 'retire'
  | 'status'
  | 'verify'
  | 'rekey'
  | 'prune'
  | 'stack'
