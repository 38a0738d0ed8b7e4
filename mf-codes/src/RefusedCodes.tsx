import { ActionButton, CopyButton, formatNumber, TabDialog, useDialog } from '@canje/shared-ui'

/** How many codes of a press were not deleted, in words. */
export function refusedText(count: number): string {
  return count === 1 ? '1 no se borró' : `${formatNumber(count)} no se borraron`
}

/** Opens why codes of a press were not deleted, a sentence for each. */
export function RefusedCodes({ sentences }: { sentences: readonly string[] }) {
  const { isOpen, open, close } = useDialog()
  const count = sentences.length
  const label = refusedText(count)
  return (
    <>
      <ActionButton label={label} severity="secondary" outlined onPress={open} />
      <TabDialog header={label} visible={isOpen} onHide={close} className="action-dialog">
        <ul className="sentences">
          {[...new Set(sentences)].map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
        <CopyButton
          label="Copiar"
          outlined
          read={() => ({
            text: sentences.join('\n'),
            message: count === 1 ? 'Se copió 1 línea' : `Se copiaron ${formatNumber(count)} líneas`,
          })}
        />
      </TabDialog>
    </>
  )
}
