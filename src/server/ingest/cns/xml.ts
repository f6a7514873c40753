export {
  attributeOf,
  childOf,
  descendantsOf,
  parseXml,
  type XmlElement,
  XmlRefused,
} from "../../../domain/xml.ts";
