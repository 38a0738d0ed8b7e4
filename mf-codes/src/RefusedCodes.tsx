import { ActionButton, CopyButton, formatNumber, TabDialog, useDialog } from '@canje/shared-ui'

/**
 * How many codes of a press were not deleted, in words.
 *
 * @param isUncertain some of them may be deleted
 */
export function refusedText(count: number, isUncertain = false): string {
  if (isUncertain) return `${formatNumber(count)} por revisar`
  return count === 1 ? '1 no se borró' : `${formatNumber(count)} no se borraron`
}

interface RefusedCodesProps {
  sentences: readonly string[]
  /** Some of them may be deleted. */
  isUncertain: true | undefined
}

/** Opens why codes of a press were not deleted, a sentence for each. */
export function RefusedCodes({ sentences, isUncertain }: RefusedCodesProps) {
  const { isOpen, open, close } = useDialog()
  const count = sentences.length
  const label = refusedText(count, isUncertain)
  return (
    <>
      <ActionButton label={label} severity="secondary" outlined onPress={open} />
      <TabDialog header={label} visible={isOpen} onHide={close} className="action-dialog">
        <div className="action-dialog-form">
          <ul>
            {[...new Set(sentences)].map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
          <span className="action-buttons">
            <CopyButton
              label="Copiar"
              outlined
              read={() => ({
                text: sentences.join('\n'),
                message: count === 1 ? 'Se copió 1 línea' : `Se copiaron ${formatNumber(count)} líneas`,
              })}
            />
          </span>
        </div>
      </TabDialog>
    </>
  )
}
