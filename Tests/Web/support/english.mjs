// All words of the interface, as they are once the whole client is there.
import first from "../../../Web/messages/en.js";
import rest from "../../../Web/messages/en-rest.js";

export default Object.freeze({ ...first, ...rest });
