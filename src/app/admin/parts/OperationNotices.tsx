import { useQuery } from "@tanstack/react-query";
import { getOperationNotices } from "../../../protocol/admin.ts";
import { Banner } from "../../../ui/notices/Banner.tsx";
import { call } from "../../session/index.ts";
import css from "./Admin.module.css";

const pollMs = 15_000;

/** What is wrong with the installation at this moment, such as a full disk; nothing when all is well. */
export function OperationNotices() {
  const { data } = useQuery({
    queryKey: ["operation-notices"],
    queryFn: ({ signal }) => call(getOperationNotices, {}, signal),
    refetchInterval: pollMs,
  });
  if (data === undefined || data.notices.length === 0) return null;
  return (
    <div className={css.notices}>
      {data.notices.map((notice) => (
        <Banner key={notice} tone="warning">
          {notice}
        </Banner>
      ))}
    </div>
  );
}
