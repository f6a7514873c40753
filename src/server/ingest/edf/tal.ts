export { annotationText, readTals, type TalVisitor } from "../../../domain/edf/tal.ts";
