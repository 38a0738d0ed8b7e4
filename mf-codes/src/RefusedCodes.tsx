import { ActionButton, CopyButton, TabDialog, useDialog } from '@canje/shared-ui'

interface RefusedCodesProps {
  /** How many they are. */
  label: string
  sentences: readonly string[]
}

/** Opens why codes of a press were not deleted, or whether they were, a sentence for each. */
export function RefusedCodes({ label, sentences }: RefusedCodesProps) {
  const { isOpen, open, close } = useDialog()
  return (
    <>
      <ActionButton label={label} outlined onPress={open} />
      {isOpen && (
        <TabDialog header={label} onHide={close} className="action-dialog">
          <ul>
            {[...new Set(sentences)].map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
          <CopyButton label="Copiar" read={() => ({ text: sentences.join('\n'), message: 'Se copió la lista' })} />
        </TabDialog>
      )}
    </>
  )
}
