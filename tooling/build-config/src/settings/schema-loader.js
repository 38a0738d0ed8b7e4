/** Loads by the option `load`. Plain JavaScript, as Rspack loads it by itself. */
export default function schemaLoader(source) {
  const loading = this.getOptions().load(source, this)
  return loading.catch((error) => {
    // A stack says nothing about the schema.
    throw Object.assign(error, { stack: undefined })
  })
}
