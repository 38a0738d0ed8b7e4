import { describeTable } from 'tab-testing'
import { codes } from './section'

describeTable(codes)
