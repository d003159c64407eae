import { useParams } from "react-router";

export default function House() {
  return <h1>{useParams().id}</h1>;
}
