import { Download, Ellipsis, Eye } from "lucide-react";
import { Menu, MenuItem, MenuTrigger, Popover, Text } from "react-aria-components";
import type { FileNode } from "../../protocol/files.ts";
import { filesText } from "../../protocol/text/files-text.ts";
import { IconButton } from "../../ui/buttons/IconButton.tsx";
import menu from "../../ui/buttons/Menu.module.css";
import { isViewable } from "./columns.ts";
import css from "./Files.module.css";

export interface FileMenuProps {
  node: FileNode;
  onView: (node: FileNode) => void;
  onDownload: (node: FileNode) => void;
}

/**
 * What can be done with a file or directory. What cannot be viewed keeps its place and says why, for pointer and keyboard
 * alike (spec 000 section 2).
 */
export function FileMenu({ node, onView, onDownload }: FileMenuProps) {
  const label = filesText.actionsOf(node.name);
  const canView = isViewable(node);
  return (
    <MenuTrigger>
      <IconButton icon={Ellipsis} label={label} />
      <Popover className={menu.popover} placement="bottom end" offset={4}>
        <Menu className={menu.menu} aria-label={label}>
          {node.type === "directory" ? null : (
            <MenuItem
              id="view"
              textValue={filesText.view}
              className={canView ? menu.item : `${menu.item} ${css.refused}`}
              aria-label={canView ? undefined : `${filesText.view}: ${filesText.notSupported}`}
              shouldCloseOnSelect={canView}
              onAction={canView ? () => onView(node) : undefined}
            >
              <Eye size={15} aria-hidden />
              <Text slot="label">{filesText.view}</Text>
              {canView ? null : (
                <Text slot="description" className={css.hint}>
                  {filesText.notSupported}
                </Text>
              )}
            </MenuItem>
          )}
          <MenuItem
            id="download"
            textValue={filesText.download}
            className={menu.item}
            onAction={() => onDownload(node)}
          >
            <Download size={15} aria-hidden />
            {filesText.download}
          </MenuItem>
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}
