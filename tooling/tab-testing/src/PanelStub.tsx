import type { ExtensionProps } from '@canje/shared-auth'

/** In place of the panel of another remote: a heading with the id and the name that the panel gets. */
export function PanelStub({ input }: ExtensionProps) {
  const { id, name }: { id?: unknown; name?: unknown } = typeof input === 'object' && input !== null ? input : {}
  return <h3>{['Panel', id, name].filter((part) => part !== undefined).join(' ')}</h3>
}
