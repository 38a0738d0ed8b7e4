import { PageChunksPlugin } from '../../page-chunks-plugin'
import { bundle } from './bundle'

/** The page makes its calls early, and names no chunk beside the scripts of every page. */
export default bundle('dist', [new PageChunksPlugin({ 'main.html': [] })])
